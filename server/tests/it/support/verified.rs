//! A customer whose identity is verified.

use std::time::Duration;

use plumbline::random;
use serde_json::{Value, json};

use super::{Customer, TestServer, pictures};

impl TestServer {
    /// Registers a customer and has the autopilot verify the identity.
    pub async fn verified_customer(&self) -> Customer<'_> {
        let customer = self.register().await;
        customer.verify().await;
        customer
    }
}

impl Customer<'_> {
    /// Submits an ID card with a number of its own, and waits for its review.
    pub async fn verify(&self) {
        let card = self.id_card(&format!("D{:016x}", random::number()), "Ann").await;
        self.call("POST /updateReal", card).await.ok();
        assert_eq!(self.reviewed().await["kycStatus"], 2);
    }

    /// An ID card of Germany, with images of this customer's.
    pub async fn id_card(&self, number: &str, first_name: &str) -> Value {
        json!({ "documentType": 1, "firstName": first_name, "lastName": "Lee", "documentNumber": number, "country": "DE",
            "birthDate": "1990-02-28", "frontUrl": self.image().await, "backUrl": self.image().await })
    }

    /// The address of a new image.
    pub async fn image(&self) -> String {
        let uploaded = self.upload(pictures::jpeg(40, 30)).await;
        uploaded.ok()["url"].as_str().expect("an address").to_owned()
    }

    /// The state of the identity check.
    pub async fn kyc(&self) -> Value {
        self.call("POST /api/user/userSet/applyStatus", json!({})).await.ok()["kyc"].clone()
    }

    /// The identity check once it is reviewed.
    pub async fn reviewed(&self) -> Value {
        for _ in 0..600 {
            let kyc = self.kyc().await;
            if kyc["kycStatus"] != 1 {
                return kyc;
            }
            self.server.app.clock.advance(1_000);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the identity check was not reviewed within half a minute");
    }
}
